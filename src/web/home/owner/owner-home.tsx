import { Suspense, useEffect, useState } from 'react';
import { chunk, useChunk } from '../../ui/chunk.ts';
import { HeroCrescent } from '../../ui/part/hero.tsx';
import { Greeting } from '../greeting.tsx';
import { HomeLayout } from '../home-layout.tsx';
import { UpcomingAbsences } from '../upcoming-absences.tsx';
import { NextAppointment } from './next-appointment.tsx';
import type { Opened } from './open-button.tsx';
import { TodaysAppointments } from './todays-appointments.tsx';

const openedAppointment = chunk(() => import('./opened-appointment.tsx'));

function OpenedDialog(props: { opened: Opened; onClose: () => void }) {
  const OpenedAppointment = useChunk(openedAppointment);
  return <OpenedAppointment {...props} />;
}

/** The owner's morning: who comes next, who comes today; each opens her appointment. */
export default function OwnerHome() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    openedAppointment.fetch().catch(reportError);
  }, []);
  return (
    <>
      <HomeLayout>
        <div className="max-md:hidden">
          <HeroCrescent />
        </div>
        <Greeting />
        <NextAppointment onOpen={setOpened} />
        <TodaysAppointments onOpen={setOpened} />
        <UpcomingAbsences />
      </HomeLayout>
      {opened && (
        <Suspense>
          <OpenedDialog opened={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
