import { useQuery } from '@tanstack/react-query';
import { ImageDown, Printer, Share2 } from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import { t } from '#domain/language/translate.ts';
import { codeText } from '#domain/payments/holdings.ts';
import { onDay } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { errorText } from '../lib/api.ts';
import { copyText } from '../lib/device/copy.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { queryOf, useSalon, useSalonName } from '../lib/queries/queries.ts';
import { useHash } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isDeadLink } from '../lib/session/guest-tickets.ts';
import { isStaff, useSession } from '../lib/session/session.ts';
import { Lunula } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CardSkeleton, EmptyState, Page, PageHead } from '../ui/page.tsx';
import { toast } from '../ui/toasts/toast.ts';
import type { VoucherWords } from './voucher-picture.ts';
import './voucher.css';

/** Shares the address of the page; where the device cannot share, it is copied. */
async function share(title: string): Promise<void> {
  const url = location.href;
  if (navigator.share)
    await navigator.share({ title, url }).catch(() => undefined); // the person has closed the sheet
  else if (await copyText(url)) toast('success', t('Link je kopiran.'));
}

/** What stands on the voucher, on the page as in the picture. */
function useWords(voucher: ResponseBody<'POST /voucher'>): VoucherWords {
  const salon = useSalon().data;
  const { amount, amount_left, code, for_name, from_name, expires_on } = voucher;
  return {
    salon: useSalonName() ?? '',
    title: t('Poklon-vaučer'),
    amount: t('{amount} din', { amount: formatNumber(amount) }),
    names: [
      ...(for_name ? [t('Za: {name}', { name: for_name })] : []),
      ...(from_name ? [t('Od: {name}', { name: from_name })] : []),
    ],
    address: salon?.address ?? '',
    contact: [salon?.phone, location.host].filter(Boolean).join(' · '),
    until: t('Važi do {day} {year}.', { day: onDay(expires_on, null), year: expires_on.slice(0, 4) }),
    terms:
      amount_left < amount
        ? t('Preostalo {amount} din.', { amount: formatNumber(amount_left) })
        : t('Za bilo koju uslugu, u jednoj ili više poseta.'),
    code: codeText(code),
  };
}

/** The voucher as it is printed. */
function Voucher({ words }: { words: VoucherWords }) {
  const { salon, title, amount, names, address, contact, until, terms, code } = words;
  return (
    <div className="voucher-frame">
      <article className="voucher">
        <Lunula className="moon" />
        <p className="salon">
          <Lunula className="wine w-[1.3em]" />
          {salon}
        </p>
        <div>
          <h1 tabIndex={-1} className="title">
            {title}
          </h1>
          <p className="title wine tabular-nums">{amount}</p>
          {names.map((name) => (
            <p key={name}>{name}</p>
          ))}
        </div>
        <div className="foot">
          <p>
            <b>{address}</b>
            {contact}
          </p>
          <p>
            <b>{until}</b>
            {terms}
          </p>
          <p className="code">{code}</p>
        </div>
      </article>
    </div>
  );
}

function Sendable({ voucher }: { voucher: ResponseBody<'POST /voucher'> }) {
  const isOwner = isStaff(useSession());
  const words = useWords(voucher);
  const sharePicture = async () => {
    try {
      const { shareVoucherPicture } = await import('./voucher-picture.ts');
      await shareVoucherPicture(words);
    } catch (error) {
      toast('error', errorText(error, t('Slika nije napravljena. Pokušajte ponovo.')));
    }
  };
  return (
    <>
      <Voucher words={words} />
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <Button icon={ImageDown} onClick={() => void sharePicture()}>
          {t('Podeli sliku')}
        </Button>
        <Button icon={Printer} variant="quiet" onClick={() => window.print()}>
          {t('Odštampaj')}
        </Button>
        <Button icon={Share2} variant="quiet" onClick={() => void share(words.title)}>
          {t('Podeli link')}
        </Button>
        {isOwner && (
          <ButtonLink to={paths.adminCash} variant="quiet">
            Kasa
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** The page /vaucer#<token>: a printed voucher, which opens without a login. docs/spec/behaviour.md §32.3 */
export default function VoucherPage() {
  const token = useHash();
  const query = useQuery(queryOf(['voucher', token], 'POST /voucher', { body: { token } }));
  const dead = isDeadLink(query.error) && (
    <EmptyState title={textOfError('guest_link_dead')}>
      <p className="text-soft">{t('Vaučer je iskorišćen ili istekao, ili link nije potpun.')}</p>
    </EmptyState>
  );
  return (
    <Page>
      {dead && <PageHead title={t('Poklon-vaučer')} back={{ to: paths.home, label: t('Početna') }} />}
      <Loaded
        query={query}
        fallback={t('Greška pri učitavanju vaučera.')}
        skeleton={<CardSkeleton />}
        failed={dead}
      >
        {(voucher) => <Sendable voucher={voucher} />}
      </Loaded>
    </Page>
  );
}
