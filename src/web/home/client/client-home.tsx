import { HeroCrescent } from '../../ui/part/hero.tsx';
import { Greeting } from '../greeting.tsx';
import { HomeLayout } from '../home-layout.tsx';
import { UpcomingAbsences } from '../upcoming-absences.tsx';
import { ActiveAppointments } from './active-appointments.tsx';

/** A client's own appointments, and when the salon is closed. */
export default function ClientHome() {
  return (
    <HomeLayout>
      <div className="max-md:hidden">
        <HeroCrescent />
      </div>
      <Greeting />
      <ActiveAppointments />
      <UpcomingAbsences />
    </HomeLayout>
  );
}
