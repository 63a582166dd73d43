import { absenceRoutes } from './absences/routes.ts';
import { calendarRoutes } from './analytics/calendar-routes.ts';
import { statisticsRoutes } from './analytics/routes.ts';
import { appointmentRoutes } from './appointments/routes.ts';
import { accountRoutes } from './auth/account-routes.ts';
import { authRoutes } from './auth/routes.ts';
import { clientNotificationRoutes } from './client-notifications/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { guestLinkRoutes } from './guest-link/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import type { Routes } from './platform/http/call.ts';
import { salonRoutes } from './salon/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { waitlistRoutes } from './waitlist/routes.ts';

/** Every feature, by hand: a call of the contract without a route does not compile. */
export const routes: Routes = {
  ...authRoutes,
  ...accountRoutes,
  ...appointmentRoutes,
  ...guestLinkRoutes,
  ...serviceRoutes,
  ...clientRoutes,
  ...templateRoutes,
  ...absenceRoutes,
  ...notificationRoutes,
  ...clientNotificationRoutes,
  ...waitlistRoutes,
  ...calendarRoutes,
  ...statisticsRoutes,
  ...salonRoutes,
};
