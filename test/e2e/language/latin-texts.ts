// Finds what a page in Cyrillic or Russian still shows in Latin letters.
import type { Page } from '@playwright/test';
import { expectNarrow } from '../client/booking-steps.ts';
import { expect } from '../fixture.ts';

/** Brands, codes and units that stay in Latin letters, and addresses. */
const LATIN =
  /npm run [a-z:]+|Srpski, latinica|English|\S+@\S+|https?:\S+|\b(?:Lunula|SMS|Viber|WhatsApp|Instagram|Facebook|TikTok|Safari|iPhone|iPad|Google|Apple|Outlook|IPS|QR|RSD|CSV|kB|MB|Excel|Email|JavaScript)\b/g;

/**
 * The texts on the page that have Latin letters: sentences that no catalogue has. What the owner and people type is
 * written in Cyrillic in this test, so everything else must be too.
 */
async function latinTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const named = ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription'];
    const textsOf = (element: Element) => [
      ...named.map((name) => element.getAttribute(name) ?? ''),
      ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')),
    ];
    const elements = [...document.body.querySelectorAll('*')];
    const inLanguage = elements.filter(
      (one) => !one.closest('script, noscript, style, template, [lang]:not(html)'),
    );
    return [document.title, ...inLanguage.flatMap(textsOf)].map((text) => text ?? '');
  });
  return [...new Set(texts.map((text) => text.trim()))].filter((text) =>
    /[a-zčćđšž]{2,}/i.test(text.replace(LATIN, '')),
  );
}

/** Expects no other Latin letters than those of what was typed. */
export async function expectTranslated(page: Page, where: string, typed = /^$/): Promise<void> {
  const left = async () => (await latinTexts(page)).filter((text) => !typed.test(text));
  await expect.poll(left, { message: where, timeout: 5000 }).toEqual([]);
  await expectNarrow(page);
}
