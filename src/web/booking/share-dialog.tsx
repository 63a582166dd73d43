import { Copy, MessageCircle, MessageSquare, Phone } from 'lucide-react';
import { useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { copyText } from '../lib/device/copy.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';

interface ShareDialogProps {
  /** The text above the link: 'Termin: četvrtak, 19. novembar, 10:30 - 11:30'. */
  text: string;
  link: string;
  onClose: () => void;
}

/** A dialog with common ways to send a link, for browsers without a share sheet. */
export default function ShareDialog({ text, link, onClose }: ShareDialogProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => setResult((await copyText(link)) ? 'copied' : 'failed');
  const message = encodeURIComponent(`${text}\n${link}`);
  return (
    <Dialog title={t('Podeli')} onClose={onClose}>
      <TextField label={t('Link')} value={link} readOnly onChange={() => undefined} />
      <div className="mt-4 grid gap-2">
        <Button icon={Copy} onClick={copy} isBlock>
          {t('Kopiraj link')}
        </Button>
        <p role="status" className="text-small text-ok empty:hidden">
          {result === 'copied' && t('Link je kopiran.')}
        </p>
        <FormAlert
          text={result === 'failed' ? t('Kopiranje nije uspelo. Označite link i kopirajte ga.') : null}
        />
        <ButtonAnchor icon={Phone} variant="quiet" isBlock href={`viber://forward?text=${message}`}>
          Viber
        </ButtonAnchor>
        <ButtonAnchor icon={MessageCircle} variant="quiet" isBlock href={`https://wa.me/?text=${message}`}>
          WhatsApp
        </ButtonAnchor>
        <ButtonAnchor icon={MessageSquare} variant="quiet" isBlock href={`sms:?&body=${message}`}>
          SMS
        </ButtonAnchor>
      </div>
    </Dialog>
  );
}
