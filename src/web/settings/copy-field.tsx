import { Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/device/copy.ts';
import { IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';

export function CopyField({ label, link, onCopied }: { label: string; link: string; onCopied?: () => void }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    const isCopied = await copyText(link);
    setResult(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
  };
  return (
    <div className="grid gap-1.5">
      <Field label={label}>
        {(wiring) => (
          <div className="relative">
            <input
              {...wiring}
              readOnly
              value={link}
              onFocus={(event) => event.target.select()}
              className="control pr-13 text-ellipsis"
            />
            <span className="absolute top-0.5 right-0.5 text-link">
              <IconButton icon={Copy} label="Kopiraj link" onClick={copy} />
            </span>
          </div>
        )}
      </Field>
      <p role="status" className="text-small text-ok empty:hidden">
        {result === 'copied' && 'Link je kopiran.'}
      </p>
      <FormAlert text={result === 'failed' ? 'Kopiranje nije uspelo. Označite link i kopirajte ga.' : null} />
    </div>
  );
}
