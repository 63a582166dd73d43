import { languageOfPage } from './language.ts';
import { currentSession, isStaff } from './session/session.ts';

/** The language of this device, as a choice or a login has stored it: staff have only a script. */
const languageOfDevice = (): string | undefined =>
  RegExp(`${isStaff(currentSession()) ? 'pismo' : 'jezik'}=([^;]*)`).exec(document.cookie)?.[1];

/** After a login: whether its user reads another language than the page. The server has stored the language of her profile on the device. */
export function isOtherLanguage(): boolean {
  const wanted = languageOfDevice();
  return wanted !== undefined && wanted !== languageOfPage();
}
