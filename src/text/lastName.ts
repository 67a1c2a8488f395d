/**
 * The name that a call says last, and a definition is looked up by:
 *
 *     Client.get, Client::get, self.get, App\Client#get   → get
 *     operator bool, Read for File                        as they are: nobody calls them by their last word
 */
export function lastName(name: string): string {
  if (name.includes(' ')) return name;
  const found = /[^.:#\\/>]+[.:#\\/>]*$/.exec(name)?.[0] ?? name;
  return found.replace(/[.:#\\/>]+$/, '');
}
