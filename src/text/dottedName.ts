/**
 * A name as languages write it, with dots:
 *
 *     Client#get, Client::get, Client->get, ::Client.get()   → Client.get
 *     App\Http\Client                                        → App.Http.Client
 *
 * An arrow may also be part of a name (`str->int`, `operator->`), so both sides of a comparison are written like this.
 */
export const dottedName = (name: string): string => name.replace(/::|#|->|\\/g, '.').replace(/^\.+|\(\)$/g, '');
