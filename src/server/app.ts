import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { absenceRoutes } from './absences/absences.ts';
import { accountRoutes } from './accounts/accounts.ts';
import { guestLinkRoutes } from './appointments/guest-link-routes.ts';
import { acceptPaid } from './appointments/requests.ts';
import { appointmentRoutes, calendarRoutes, toldRoutes } from './appointments/routes.ts';
import { backupRoutes } from './backups/backups.ts';
import { calendarFeedRoutes } from './calendar-files/calendar-files.ts';
import { clientRoutes } from './clients/manage.ts';
import { historyRoutes } from './history/routes.ts';
import {
  clientNotificationRoutes,
  notificationRoutes,
  upcomingNotifications,
} from './notifications/inbox.ts';
import { describePages } from './pages/pages.ts';
import type { RenderPage } from './pages/rendered-pages.ts';
import { holdingRoutes } from './payments/holdings.ts';
import { paymentRoutes } from './payments/ledger.ts';
import { shareRoutes } from './payments/shares.ts';
import { peopleRoutes } from './people/routes.ts';
import { pictureRoutes } from './pictures/pictures.ts';
import { replyWithError } from './platform/errors.ts';
import { eventRoutes, serveEvents } from './platform/events/hub.ts';
import { identifyCallers } from './platform/http/callers.ts';
import { protectConnections } from './platform/http/connections.ts';
import {
  fastifyTimeouts,
  keepPendingRequestsOpen,
  limitBodies,
  prepareShutdown,
  refuseUnclearRequests,
  replyToClientError,
  rewriteMalformedUrl,
  TIMEOUTS,
  type Timeouts,
} from './platform/http/hardening.ts';
import { setHeaders } from './platform/http/headers.ts';
import { negotiateLanguages } from './platform/http/reader-language.ts';
import type { Platform, Routes } from './platform/http/request.ts';
import { registerRoutes, serveEndpoints, visitorResponses } from './platform/http/routes.ts';
import { inlineScriptHashes, servePages } from './platform/http/static.ts';
import { acceptJsonOnly } from './platform/http/validation.ts';
import { logRequests } from './platform/log.ts';
import { pushRoutes } from './push/subscriptions.ts';
import { rhythmRoutes } from './rhythm/rhythm.ts';
import { serviceRoutes } from './services/services.ts';
import { salonRoutes, settingsRoutes } from './settings/routes.ts';
import { offeredLanguages } from './settings/settings.ts';
import { smsRoutes } from './sms/sms.ts';
import { statisticsRoutes } from './statistics/statistics.ts';
import { technicianRoutes } from './technicians/technicians.ts';
import { waitlistRoutes } from './waitlist/entries.ts';
import { servingWaitlists } from './waitlist/waitlist.ts';
import { templateRoutes } from './week-templates/week-templates.ts';
import { workRoutes } from './work/work.ts';

/** If an endpoint of the contract has no route here, the type checker reports it. */
const routes: Routes = {
  ...accountRoutes,
  ...appointmentRoutes,
  ...historyRoutes,
  ...guestLinkRoutes,
  ...serviceRoutes,
  ...technicianRoutes(servingWaitlists),
  ...clientRoutes,
  ...peopleRoutes,
  ...templateRoutes,
  ...workRoutes,
  ...pictureRoutes,
  ...absenceRoutes,
  ...notificationRoutes,
  ...clientNotificationRoutes,
  ...pushRoutes,
  ...paymentRoutes(acceptPaid),
  ...holdingRoutes,
  ...shareRoutes,
  ...rhythmRoutes,
  ...waitlistRoutes,
  ...calendarRoutes,
  ...toldRoutes,
  ...smsRoutes,
  ...statisticsRoutes,
  ...backupRoutes,
  ...settingsRoutes,
  ...calendarFeedRoutes,
  ...salonRoutes,
  ...eventRoutes,
};

interface AppOptions {
  readonly log: Logger;
  /** The folder of the built pages; if it is missing, only the API is served. */
  readonly pagesDirectory: string;
  readonly renderPage?: RenderPage | undefined;
  /** For tests: throws if a response does not match its schema. */
  readonly checkResponses?: boolean;
  readonly timeouts?: Timeouts;
}

const BODY_MAX_BYTES = 100_000;
const PARAM_MAX_CHARACTERS = 20_000; // so high that it never applies: each endpoint validates its own parameters

/** Builds the complete server for production and tests, without listening. */
export async function makeApp(platform: Platform, options: AppOptions): Promise<FastifyInstance> {
  const isHttps = platform.config.publicUrl?.startsWith('https:') ?? false;
  const timeouts = options.timeouts ?? TIMEOUTS;
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    trustProxy: platform.config.trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    ...fastifyTimeouts(timeouts),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests that arrive during the shutdown still get a response; then their connections are closed
    routerOptions: { maxParamLength: PARAM_MAX_CHARACTERS },
    rewriteUrl: rewriteMalformedUrl,
    clientErrorHandler: replyToClientError(isHttps),
    frameworkErrors: replyWithError,
  });
  app.setErrorHandler(replyWithError);
  identifyCallers(app, platform.config);
  logRequests(app);
  negotiateLanguages(app, offeredLanguages(platform));
  keepPendingRequestsOpen(app);
  prepareShutdown(app);
  serveEvents(app, platform, { log: options.log, heartbeatMs: timeouts.heartbeatMs, upcomingNotifications });
  acceptJsonOnly(app);
  setHeaders(app, { isHttps, scriptHashes: inlineScriptHashes(options.pagesDirectory) });
  refuseUnclearRequests(app);
  protectConnections(app);
  limitBodies(app, timeouts);
  const endpoints = serveEndpoints(platform, routes, options.checkResponses ?? false);
  registerRoutes(app, platform, endpoints);
  const responseTo = visitorResponses(platform, endpoints, app.log);
  const partsOf = describePages(app, platform, { ...options, responseTo });
  await servePages(app, options.pagesDirectory, partsOf);
  return app;
}
