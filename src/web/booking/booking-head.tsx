import { paths } from '../paths.ts';
import { PageHead } from '../ui/part/page.tsx';

export function BookingHead() {
  return <PageHead title="Zakažite termin" back={{ to: paths.home, label: 'Početna' }} />;
}
