import { paths } from '../lib/paths.ts';
import { Hero } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { HomeLayout } from './home-layout.tsx';

/** The welcome, and the two ways in. */
export default function VisitorHome() {
  return (
    <HomeLayout>
      <Hero
        title="Lepi nokti, bez čekanja."
        lead="Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta."
      >
        <div className="grid grid-cols-2 gap-2">
          <ButtonLink to={paths.login}>Prijava</ButtonLink>
          <ButtonLink to={paths.register} variant="quiet">
            Registracija
          </ButtonLink>
        </div>
      </Hero>
    </HomeLayout>
  );
}
