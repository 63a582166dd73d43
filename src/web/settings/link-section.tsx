import { Download, Printer, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { ResponseBody } from '#contract/index.ts';
import { logSilentFailure } from '../lib/api.ts';
import { saveBlob, saveFile } from '../lib/device/save-file.ts';
import { pngOf, type QrCode, QrPicture, qrOf, svgOf } from '../lib/qr-code.tsx';
import { FIRST_STEPS_KEY, keepLinkShared } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { useInvalidate } from '../lib/queries/query-client.ts';
import { paths } from '../lib/routing/paths.ts';
import { Lunula } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { CardSkeleton } from '../ui/page.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { CopyField } from './copy-field.tsx';
import { pagesAddress, withoutScheme } from './sections.ts';
import { SectionHead } from './settings-form.tsx';

type Salon = ResponseBody<'GET /salon'>;

const FILE_NAME = 'zakazivanje';

/** Returns a function that marks the step 'share the link' of a new salon's checklist as done. */
function useLinkShared(): () => void {
  const invalidate = useInvalidate(FIRST_STEPS_KEY);
  return () => {
    keepLinkShared();
    invalidate();
  };
}

function Acts({ link, name, code }: { link: string; name: string; code: QrCode }) {
  const onShared = useLinkShared();
  const trying = (name: string, failure: string, act: () => Promise<void>) => async () => {
    try {
      await act();
      onShared();
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // the user closed the share dialog
      logSilentFailure(name, error);
      toast('error', failure);
    }
  };
  const share = trying('share', 'Deljenje nije uspelo. Kopirajte link.', () =>
    navigator.share({ title: name, text: `${name}: zakažite termin`, url: link }),
  );
  const savePicture = trying('picture', 'Greška pri pravljenju slike.', async () =>
    saveBlob(`${FILE_NAME}.png`, await pngOf(code)),
  );
  const saveDrawing = () => {
    saveFile({ name: `${FILE_NAME}.svg`, type: 'image/svg+xml', text: svgOf(code) });
    onShared();
  };
  const print = () => {
    onShared();
    window.print();
  };
  const canShare = typeof navigator.share === 'function';
  return (
    <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2">
      {canShare && (
        <Button icon={Share2} onClick={share} className="col-span-full">
          Podeli
        </Button>
      )}
      <Button icon={Download} variant={canShare ? 'quiet' : 'primary'} onClick={savePicture}>
        Preuzmi
      </Button>
      <Button icon={Printer} variant="quiet" onClick={print}>
        Štampaj
      </Button>
      <Button variant="text" isSmall onClick={saveDrawing} className="col-span-full justify-self-center">
        Preuzmi SVG za štampariju
      </Button>
    </div>
  );
}

function LinkOf({ salon }: { salon: Salon }) {
  const address = pagesAddress(salon);
  const link = address + paths.booking;
  const code = useMemo(() => qrOf(link, 'Q'), [link]);
  const poster = (
    <>
      <Lunula className="w-10 text-accent print:w-24 print:text-current" />
      <p className="mt-2 font-display text-h2 font-medium print:mt-4 print:text-[32pt]/[1.2]">{salon.name}</p>
      <p className="text-soft print:mt-1 print:text-[18pt]/[1.4] print:text-current">Zakažite termin</p>
      <QrPicture
        code={code}
        label={`QR kod: ${address}`}
        className="my-4 w-full max-w-56 rounded-event bg-white print:my-8 print:max-w-[11cm]"
      />
      <p className="font-medium wrap-anywhere print:text-[16pt]/[1.4]">{withoutScheme(address)}</p>
    </>
  );
  return (
    <div className="max-w-client">
      <div className="mb-5 grid justify-items-center rounded-card border border-line bg-card px-5 py-6 text-center">
        {poster}
      </div>
      <CopyField label="Link za Instagram i poruke" link={link} onCopied={useLinkShared()} />
      <Acts link={link} name={salon.name} code={code} />
      {createPortal(<div className="poster-on-paper">{poster}</div>, document.body)}
    </div>
  );
}

export default function LinkSection({ title }: { title: string }) {
  const salon = useSalon();
  return (
    <>
      <SectionHead title={title} />
      <Loaded query={salon} fallback="Greška pri učitavanju podataka." skeleton={<CardSkeleton />}>
        {(known) => <LinkOf salon={known} />}
      </Loaded>
    </>
  );
}
