import { Loaded } from '../../api/loaded.tsx';
import { useSession } from '../../api/session/session.ts';
import { Bone, Loading } from '../../ui/part/bones.tsx';
import { Privacy } from './privacy.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useProfile } from './use-profile.ts';

const FALLBACK = 'Greška pri učitavanju profila';

function Bones() {
  return (
    <Loading className="grid gap-4">
      {['name', 'email', 'phone', 'city'].map((field) => (
        <div key={field} className="grid gap-1.5">
          <Bone className="my-0.75 w-24" />
          <span className="block h-12 animate-breathe rounded-card bg-line" />
        </div>
      ))}
    </Loading>
  );
}

/** The tab Podaci. */
export function DetailsTab() {
  const profile = useProfile();
  const isClient = useSession()?.role === 'CLIENT';
  return (
    <Loaded query={profile} fallback={FALLBACK} bones={<Bones />}>
      {(known) => (
        <>
          <ProfileForm profile={known} />
          {isClient && <Privacy />}
        </>
      )}
    </Loaded>
  );
}
