import { paths } from '../lib/routing/paths.ts';
import { PageHead } from '../ui/page.tsx';

export function BookingHead() {
  return <PageHead title="Zakažite termin" back={{ to: paths.home, label: 'Početna' }} />;
}
