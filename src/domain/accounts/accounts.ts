import { charactersIn, PASSWORD_MIN_CHARACTERS, RESET_LINK_MINUTES, RESET_MAIL_MINUTES } from '../limits.ts';

type Field = string | null | undefined;

const isBlank = (field: Field): boolean => !field?.trim();
const isTooShort = (password: string): boolean => charactersIn(password) < PASSWORD_MIN_CHARACTERS;

/** An email in the form that must be unique: trimmed, in lower case. docs/spec/behaviour.md §6.4 */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The mailbox of an address: removes the part after `+`, and dots in a Gmail address. docs/spec/behaviour.md §9.3 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = emailKey(email).split('@');
  const mailbox = name.replace(/\+.*$/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** Refuses an incomplete login. docs/spec/product.md §5.1 */
export const loginRefusal = (form: {
  email?: Field;
  password?: Field;
}): 'login_fields_missing' | undefined =>
  isBlank(form.email) || !form.password ? 'login_fields_missing' : undefined;

export type Registration = { name?: Field; email?: Field; password?: Field; password_confirm?: Field };

/** Refuses a registration. Checks required fields, then whether the passwords are equal, then their length. docs/spec/product.md §5.1 */
export function registrationRefusal({
  name,
  email,
  password,
  password_confirm,
}: Registration): 'required_fields_missing' | 'passwords_differ' | 'password_too_short' | undefined {
  if (isBlank(name) || isBlank(email) || !password || !password_confirm) return 'required_fields_missing';
  if (password !== password_confirm) return 'passwords_differ';
  return isTooShort(password) ? 'password_too_short' : undefined;
}

/** Refuses a password that the owner sets for a client. docs/spec/product.md §9.1 */
export const passwordRefusal = (password: string): 'password_too_short' | undefined =>
  isTooShort(password) ? 'password_too_short' : undefined;

/** The minutes to wait before the next reset mail, after `mailedToday` mails today; at most the lifetime of a reset link. docs/spec/behaviour.md §7.3 */
export const minutesToNextResetMail = (mailedToday: number): number =>
  mailedToday === 0 ? 0 : (RESET_MAIL_MINUTES[mailedToday - 1] ?? RESET_LINK_MINUTES);

export type NewPassword = { new_password?: Field; new_password_confirm?: Field };
export type NewPasswordRefusal = 'new_passwords_differ' | 'new_password_too_short';

/** Refuses a new password that is set with a reset link. docs/spec/behaviour.md §7.3 */
export function newPasswordRefusal(form: NewPassword): NewPasswordRefusal | undefined {
  const password = form.new_password ?? '';
  if (password !== (form.new_password_confirm ?? '')) return 'new_passwords_differ';
  return isTooShort(password) ? 'new_password_too_short' : undefined;
}

/** True when the profile form changes the password: at least one field of the new password is filled. docs/spec/product.md §5.2 */
export const isChangingPassword = (form: NewPassword): boolean =>
  Boolean(form.new_password || form.new_password_confirm);

/** Refuses a change of the profile without the old password, or with an invalid new password. docs/spec/product.md §5.2 */
export function profileRefusal(
  form: NewPassword & { old_password?: Field },
): 'old_password_missing' | NewPasswordRefusal | undefined {
  if (!form.old_password) return 'old_password_missing';
  return isChangingPassword(form) ? newPasswordRefusal(form) : undefined;
}
