import * as theSalon from './0001-the-salon/index.ts';
import * as settings from './0002-settings.ts';
import * as history from './0003-history.ts';
import * as callerLimits from './0004-caller-limits.ts';
import * as timeOfTheService from './0005-time-of-the-service.ts';
import * as theOwnerAlone from './0006-the-owner-alone.ts';
import * as weeksThatMakeThemselves from './0007-weeks-that-make-themselves.ts';
import * as theSalonInThePocket from './0008-the-salon-in-the-pocket.ts';
import * as guestsToCall from './0009-guests-to-call.ts';
import * as networksOfAccounts from './0010-networks-of-accounts.ts';
import * as servicesOfAppointments from './0011-services-of-appointments.ts';
import * as technicians from './0012-technicians.ts';
import * as money from './0013-money.ts';
import * as theRhythm from './0014-the-rhythm.ts';
import * as notificationsOfTechnicians from './0015-notifications-of-technicians.ts';
import * as whoIsDue from './0016-who-is-due.ts';
import * as seriesAndRules from './0017-series-and-rules.ts';
import * as oneTableOfDaysAndFeeds from './0018-one-table-of-days-and-feeds.ts';
import * as bookingsAndPeople from './0019-bookings-and-people/index.ts';
import * as switchesOfTechnicians from './0020-switches-of-technicians.ts';
import * as whoBooks from './0021-who-books.ts';
import * as work from './0022-work.ts';
import * as shortWords from './0023-short-words.ts';
import * as pictures from './0024-pictures.ts';
import * as openings from './0025-openings.ts';
import * as deletions from './0026-deletions.ts';
import * as everybodyIsTold from './0027-everybody-is-told.ts';
import * as plans from './0028-plans.ts';
import * as delaysAndMessages from './0029-delays-and-messages.ts';
import * as imports from './0030-imports.ts';
import * as weeksAAndB from './0031-weeks-a-and-b.ts';
import * as groupsOfServices from './0032-groups-of-services.ts';
import * as languages from './0033-languages.ts';
import * as factsOfNotifications from './0034-facts-of-notifications.ts';
import * as namesOfPictures from './0035-names-of-pictures.ts';
import * as coveredIndexes from './0036-covered-indexes.ts';
import type { Migration } from './migration.ts';

/** All migrations, oldest first. A released migration is never edited: databases store its hash. */
export const migrations: readonly Migration[] = [
  theSalon,
  settings,
  history,
  callerLimits,
  timeOfTheService,
  theOwnerAlone,
  weeksThatMakeThemselves,
  theSalonInThePocket,
  guestsToCall,
  networksOfAccounts,
  servicesOfAppointments,
  technicians,
  money,
  theRhythm,
  notificationsOfTechnicians,
  whoIsDue,
  seriesAndRules,
  oneTableOfDaysAndFeeds,
  bookingsAndPeople,
  switchesOfTechnicians,
  whoBooks,
  work,
  shortWords,
  pictures,
  openings,
  deletions,
  everybodyIsTold,
  plans,
  delaysAndMessages,
  imports,
  weeksAAndB,
  groupsOfServices,
  languages,
  factsOfNotifications,
  namesOfPictures,
  coveredIndexes,
];
