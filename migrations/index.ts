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

export interface Migration {
  readonly name: string;
  readonly statements: (engine: 'sqlite' | 'postgres') => string[];
  /**
   * The number of migrations that code must know to run after this migration; set if the migration removes something.
   * Default: it only adds, and older code continues to run. docs/decisions/0016-expand-then-contract.md
   */
  readonly worksFrom?: number;
}

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
];
