/**
 * What the books must say, worked out from what really happened in the stand-in and from nothing that the product
 * computes: the model that random sequences are compared with.
 */
import { PLANS, type BillingCycle, type PlanId } from '../../../src-shared/domain/plans.ts';
import { addCycle, type PayPalAccount, type Sale } from './account.ts';

/** What the customer agreed to, as the screen showed it. */
export interface Agreement {
  id: string;
  planId: PlanId;
  cycle: BillingCycle;
  seats: number;
  startsMs: number | null;
  /** The payment that a difference was reckoned from. */
  base: Sale | null;
  /** The share of it that was kept then. */
  baseKept: number;
}

export interface Bought {
  sale: Sale;
  agreement: Agreement;
  fromMs: number;
  untilMs: number;
}

export interface Quote {
  todayUsd: number;
  startsMs: number | null;
  base: Sale | null;
  baseKept: number;
}

const DAY_MS = 86_400_000;

const nineDigits = (share: number) => Math.round(share * 1e9) / 1e9;

function priceOf(planId: PlanId, cycle: BillingCycle): number {
  const plan = PLANS.find(({ id }) => id === planId);
  return (cycle === 'yearly' ? plan?.yearlyUsd : plan?.monthlyUsd) ?? Number.NaN;
}

export function createOracle(account: PayPalAccount, agreements: readonly Agreement[]) {
  const wasPaid = ({ status }: Sale) => status !== 'DECLINED' && status !== 'PENDING';
  const isKept = ({ status }: Sale) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED';

  /** Everything that was ever paid, with the time that it buys. */
  function everBought(): Bought[] {
    return agreements.flatMap((agreement) => {
      let untilMs = agreement.startsMs ?? Number.NEGATIVE_INFINITY;
      const found: Bought[] = [];
      for (const sale of account.subscriptions.get(agreement.id)?.sales ?? []) {
        if (!wasPaid(sale)) continue;
        if (sale.kind === 'setup') {
          found.push({ sale, agreement, fromMs: sale.timeMs, untilMs: agreement.startsMs ?? sale.timeMs });
          continue;
        }
        const fromMs = Math.max(untilMs, sale.timeMs);
        untilMs = addCycle(fromMs, agreement.cycle);
        found.push({ sale, agreement, fromMs, untilMs });
      }
      return found;
    });
  }

  /** The share that was kept, and of everything below it, too, since the difference was reckoned. */
  function keptShare({ sale, agreement }: Bought, all: readonly Bought[]): number {
    if (!isKept(sale)) return 0;
    const own = 1 - sale.refundedUsd / sale.amountUsd;
    if (sale.kind === 'regular') return own;
    const base = all.find((one) => one.sale === agreement.base);
    return base === undefined
      ? 0
      : Math.min(1, nineDigits((own * keptShare(base, all)) / agreement.baseKept));
  }

  function keptUntilMs(one: Bought, all: readonly Bought[]): number {
    const share = keptShare(one, all);
    if (share > 1 - 1e-9) return one.untilMs;
    return one.fromMs + Math.round(((one.untilMs - one.fromMs) * share) / 1000) * 1000;
  }

  /** Whether a payment was reckoned from another one, at once or by way of others. */
  function isReckonedFrom(one: Bought, base: Sale, all: readonly Bought[]): boolean {
    if (one.sale.kind === 'regular' || one.agreement.base === null) return false;
    if (one.agreement.base === base) return true;
    const below = all.find(({ sale }) => sale === one.agreement.base);
    return below !== undefined && isReckonedFrom(below, base, all);
  }

  function boughtAt(ms: number): Bought | null {
    const all = everBought();
    const order = new Map(agreements.map(({ id }, index) => [id, index]));
    const covering = all.filter((one) => one.fromMs <= ms && ms < keptUntilMs(one, all));
    covering.sort(
      (a, b) =>
        b.sale.timeMs - a.sale.timeMs ||
        (order.get(b.agreement.id) ?? 0) - (order.get(a.agreement.id) ?? 0) ||
        (a.sale.id < b.sale.id ? 1 : -1),
    );
    return covering[0] ? { ...covering[0], untilMs: keptUntilMs(covering[0], all) } : null;
  }

  /** Nothing of it or of what is below it was given back. */
  const isWhole = (sale: Sale) => {
    const all = everBought();
    const one = all.find((candidate) => candidate.sale === sale);
    return one !== undefined && keptShare(one, all) > 1 - 1e-9;
  };

  const running = () =>
    agreements
      .map(({ id }) => account.subscriptions.get(id))
      .filter((one) => one?.status === 'ACTIVE' || one?.status === 'SUSPENDED');

  return {
    everBought,
    boughtAt,

    /** Pairs of kept payments of two subscriptions for the same time, neither of which was reckoned from the other. */
    doubles(): [Bought, Bought][] {
      const all = everBought().filter(({ sale }) => isKept(sale));
      const kept = all.filter((one) => keptShare(one, all) > 0);
      return kept.flatMap((one) =>
        kept
          .filter(
            (other) =>
              agreements.indexOf(other.agreement) > agreements.indexOf(one.agreement) &&
              other.fromMs < keptUntilMs(one, all) &&
              keptUntilMs(other, all) > one.fromMs &&
              !isReckonedFrom(other, one.sale, all) &&
              !kept.some(
                (newest) =>
                  agreements.indexOf(newest.agreement) > agreements.indexOf(other.agreement) &&
                  isReckonedFrom(newest, one.sale, all),
              ),
          )
          .map((other): [Bought, Bought] => [one, other]),
      );
    },

    /** With the day in which a renewal is collected. */
    grantedAt(ms: number): Bought | null {
      const newest = running().at(-1);
      const isSettling = newest?.status === 'ACTIVE' && newest.failed === 0;
      const before = isSettling ? boughtAt(ms - DAY_MS) : null;
      return boughtAt(ms) ?? (before && isWhole(before.sale) ? before : null);
    },

    quote(nowMs: number, planId: PlanId, cycle: BillingCycle, seats: number): Quote {
      const total = priceOf(planId, cycle) * seats;
      const held = boughtAt(nowMs);
      if (!held) return { todayUsd: total, startsMs: null, base: null, baseKept: 1 };
      const { agreement, untilMs } = held;
      const all = everBought();
      const whole = all.find(({ sale }) => sale === held.sale) ?? held;
      const heldTotal = priceOf(agreement.planId, agreement.cycle) * agreement.seats;
      const left = Math.min(
        1,
        (untilMs - nowMs) / (whole.untilMs - addCycle(whole.untilMs, agreement.cycle, -1)),
      );
      const isLonger = cycle === 'yearly' && agreement.cycle === 'monthly';
      const difference = isLonger
        ? total - heldTotal * left
        : cycle === agreement.cycle
          ? (total - heldTotal) * left
          : 0;
      const todayUsd = Math.max(0, Math.round(difference * 100) / 100);
      const startsMs =
        isLonger && todayUsd > 0 ? Math.floor(addCycle(nowMs, 'yearly') / 1000) * 1000 : untilMs;
      const baseKept = nineDigits(keptShare(whole, all));
      return { todayUsd, startsMs, base: todayUsd > 0 ? held.sale : null, baseKept };
    },
  };
}
