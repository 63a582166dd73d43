import { toast } from '../ui/toast/toast.ts';

export const saySaved = (): void => toast('success', 'Podaci uspešno sačuvani.');
