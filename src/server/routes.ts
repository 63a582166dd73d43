import { absenceRoutes } from './absences/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { guestLinkRoutes } from './appointments/guest-link-requests.ts';
import { appointmentRoutes, calendarRoutes } from './appointments/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { calendarFeedRoutes } from './calendar-feed/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { clientNotificationRoutes, notificationRoutes } from './notifications/routes.ts';
import { eventRoutes } from './platform/events/hub.ts';
import type { Routes } from './platform/http/request.ts';
import { pushRoutes } from './push/routes.ts';
import { salonRoutes } from './salon/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { waitlistRoutes } from './waitlist/routes.ts';
import { templateRoutes } from './week-templates/routes.ts';

/** Every feature, by hand: an endpoint of the contract without a route does not compile. */
export const routes: Routes = {
  ...accountRoutes,
  ...appointmentRoutes,
  ...historyRoutes,
  ...guestLinkRoutes,
  ...serviceRoutes,
  ...clientRoutes,
  ...templateRoutes,
  ...absenceRoutes,
  ...notificationRoutes,
  ...clientNotificationRoutes,
  ...pushRoutes,
  ...waitlistRoutes,
  ...calendarRoutes,
  ...statisticsRoutes,
  ...backupRoutes,
  ...settingsRoutes,
  ...calendarFeedRoutes,
  ...salonRoutes,
  ...eventRoutes,
};
