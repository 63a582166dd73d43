import { t } from '#domain/language/translate.ts';
import { paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Says that a client has reached the limit of bookings. docs/spec/product.md §5.3 */
export default function AtLimit({ text }: { text: string }) {
  return (
    <div className="mb-5 grid gap-3 rounded-card bg-blush p-4">
      <p>{text}</p>
      <ButtonLink to={paths.appointments} isBlock>
        {t('Moji termini')}
      </ButtonLink>
    </div>
  );
}
