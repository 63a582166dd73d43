import { describe, expect, test } from 'vitest';
import { charactersIn, PHONE_PATTERN } from '../limits.ts';
import {
  emailKey,
  isChangingPassword,
  loginRefusal,
  mailboxOf,
  minutesToNextResetMail,
  newPasswordRefusal,
  passwordRefusal,
  profileRefusal,
  registrationRefusal,
} from './accounts.ts';

test.each([
  [{ email: 'ana@x.rs', password: 'tajna' }, undefined],
  [{ email: 'ana@x.rs', password: ' ' }, undefined],
  [{ email: ' ', password: 'tajna' }, 'login_fields_missing'],
  [{ email: 'ana@x.rs', password: '' }, 'login_fields_missing'],
  [{ email: null, password: undefined }, 'login_fields_missing'],
])('the refusal of a login with %j is %s', (form, refusal) => {
  expect(loginRefusal(form)).toBe(refusal);
});

describe('the rules of a registration', () => {
  const form = { name: 'Ana', email: 'ana@x.rs', password: 'tajna1', password_confirm: 'tajna1' };
  test.each([
    [{}, undefined],
    [{ name: ' ' }, 'required_fields_missing'],
    [{ email: '' }, 'required_fields_missing'],
    [{ password: '' }, 'required_fields_missing'],
    [{ password_confirm: null }, 'required_fields_missing'],
    [{ password_confirm: 'tajna2' }, 'passwords_differ'],
    [{ password_confirm: 'tajna1 ' }, 'passwords_differ'],
    [{ password: 'a', password_confirm: 'b' }, 'passwords_differ'],
    [{ password: 'tajna', password_confirm: 'tajna' }, 'password_too_short'],
    [{ password: '      ', password_confirm: '      ' }, undefined],
    [{ password: '💅💅💅', password_confirm: '💅💅💅' }, 'password_too_short'],
  ])('the refusal of a registration with %j is %s', (part, refusal) => {
    expect(registrationRefusal({ ...form, ...part })).toBe(refusal);
  });
});

describe('the rules of a profile', () => {
  const both = (password: string) => ({ new_password: password, new_password_confirm: password });
  test.each([
    [{ old_password: 'stara1' }, undefined],
    [{}, 'old_password_missing'],
    [{ old_password: '', ...both('nova12') }, 'old_password_missing'],
    [{ old_password: 'stara1', new_password: '', new_password_confirm: '' }, undefined],
    [{ old_password: 'stara1', ...both('nova12') }, undefined],
    [{ old_password: 'stara1', ...both('nova1') }, 'new_password_too_short'],
    [{ old_password: 'stara1', new_password: 'nova12' }, 'new_passwords_differ'],
    [{ old_password: 'stara1', new_password_confirm: 'nova12' }, 'new_passwords_differ'],
    [{ old_password: 'stara1', new_password: 'a', new_password_confirm: 'b' }, 'new_passwords_differ'],
  ])('the refusal of a profile change with %j is %s', (form, refusal) => {
    expect(profileRefusal(form)).toBe(refusal);
  });

  test.each([
    [{}, false],
    [both(''), false],
    [{ new_password: 'x' }, true],
    [{ new_password_confirm: 'x' }, true],
  ])('whether a profile change with %j changes the password: %s', (form, changing) => {
    expect(isChangingPassword(form)).toBe(changing);
  });
});

test('a password reset without a new password is refused', () => {
  expect(newPasswordRefusal({})).toBe('new_password_too_short');
  expect(newPasswordRefusal({ new_password: 'nova12', new_password_confirm: 'nova12' })).toBeUndefined();
});

test('a password that the owner sets needs at least six characters', () => {
  expect(passwordRefusal('nova1')).toBe('password_too_short');
  expect(passwordRefusal('nova12')).toBeUndefined();
});

test('emailKey converts an email to lower case and removes spaces around it', () => {
  expect(emailKey(' Ana.P@Posta.RS ')).toBe('ana.p@posta.rs');
});

test.each([
  ['', 0],
  ['čćžšđ', 5],
  ['💅💅', 2],
])('%j has %d characters', (text, count) => {
  expect(charactersIn(text)).toBe(count);
});

test.each([
  ['+381 (64) 123-45/67', true],
  ['064123', true],
  ['064 abc', false],
  ['064.123', false],
  ['064\n123', false],
  ['٠٦٤', false],
])('a phone field accepts %j: %s', (text, good) => {
  expect(PHONE_PATTERN.test(text)).toBe(good);
});

test.each([
  ['the first mail of a day is sent at once', 0, 0],
  ['the second mail waits two minutes', 1, 2],
  ['the sixth mail waits half an hour', 5, 30],
  ['the seventh mail waits an hour', 6, 60],
  ['later mails wait an hour too', 40, 60],
])('reset mails: %s', (_, mailedToday, minutes) => {
  expect(minutesToNextResetMail(mailedToday)).toBe(minutes);
});

test.each([
  ['a plus', 'Zrtva+12@Primer.rs', 'zrtva@primer.rs'],
  ['several pluses', 'zrtva+a+b@primer.rs', 'zrtva@primer.rs'],
  ['dots at Gmail', 'z.r.t.va+1@googlemail.com', 'zrtva@gmail.com'],
  ['dots elsewhere', 'z.r@primer.rs', 'z.r@primer.rs'],
])('the mailbox of an address with %s is $2', (_, email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
