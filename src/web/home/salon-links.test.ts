import { expect, test } from 'vitest';
import { socialLink } from './salon-links.tsx';

test.each([
  ['https://www.instagram.com/lunula.nokti/', 'Naši radovi na Instagramu', '@lunula.nokti'],
  ['https://instagram.com', 'Naši radovi na Instagramu', undefined],
  ['https://www.tiktok.com/@lunula', 'Pratite nas na TikToku', '@lunula'],
  ['https://m.facebook.com/lunula?ref=1', 'Pratite nas na Facebooku', '@lunula'],
  ['https://notinstagram.com/lunula', 'Pratite nas', '@lunula'],
])('a social link to %s has the title %s and the handle %s', (address, title, handle) => {
  expect(socialLink(address)).toMatchObject({ title, handle });
});

test.each([null, '', 'lunula.nokti', 'javascript:alert(1)'])('shows no social link for %s', (address) => {
  expect(socialLink(address)).toBeNull();
});
