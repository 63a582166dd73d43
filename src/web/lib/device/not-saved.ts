import { t } from '#domain/language/translate.ts';
import { toast } from '../../ui/toasts/toast.ts';

/** Says how to save a file from the browser of another app. A module of its own, because few users need it. */
export const sayNotSaved = (): void =>
  toast(
    'warning',
    t(
      'Ovaj prozor ne čuva fajlove. Otvorite stranicu u pregledaču: dugme sa tri tačke, pa „Otvori u pregledaču“.',
    ),
  );
