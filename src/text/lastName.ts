/**
 * The last name of a call, by which definitions are looked up:
 *
 *     Client.get, Client::get, self.get, App\Client#get   → get
 *     ATest.`waits for a lock`                            → `waits for a lock`
 *     operator bool, Read for File                        unchanged: code does not call them by their last word
 */
export function lastName(name: string): string {
  if (name.endsWith('`')) return /`[^`]*`$/.exec(name)?.[0] ?? name;
  if (name.includes(' ')) return name;
  const found = /[^.:#\\/>]+[.:#\\/>]*$/.exec(name)?.[0] ?? name;
  return found.replace(/[.:#\\/>]+$/, '');
}
