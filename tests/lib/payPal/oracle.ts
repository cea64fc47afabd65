/**
 * What the books must say, worked out from what really happened in the stand-in and from nothing that the product
 * computes: the model that random sequences are compared with.
 */
import { PLANS, type BillingCycle, type PlanId } from '../../../src-shared/domain/plans.ts';
import { addCycle, type PayPalAccount, type Sale } from './account.ts';

/** What the customer agreed to, as he was told it. */
export interface Agreement {
  id: string;
  planId: PlanId;
  cycle: BillingCycle;
  seats: number;
  startsMs: number | null;
  /** The payment that a difference was reckoned from. */
  base: Sale | null;
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
}

const DAY_MS = 86_400_000;

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

  /** Kept, and everything below it, too. */
  function isGood({ sale, agreement }: Bought, all: readonly Bought[]): boolean {
    if (!isKept(sale)) return false;
    if (sale.kind === 'regular') return true;
    const base = all.find((one) => one.sale === agreement.base);
    return base !== undefined && isGood(base, all);
  }

  function boughtAt(ms: number): Bought | null {
    const all = everBought();
    const order = new Map(agreements.map(({ id }, index) => [id, index]));
    const covering = all.filter((one) => one.fromMs <= ms && ms < one.untilMs && isGood(one, all));
    covering.sort(
      (a, b) =>
        b.sale.timeMs - a.sale.timeMs ||
        (order.get(b.agreement.id) ?? 0) - (order.get(a.agreement.id) ?? 0) ||
        (a.sale.id < b.sale.id ? 1 : -1),
    );
    return covering[0] ?? null;
  }

  const running = () =>
    agreements
      .map(({ id }) => account.subscriptions.get(id))
      .filter((one) => one?.status === 'ACTIVE' || one?.status === 'SUSPENDED');

  return {
    everBought,
    boughtAt,

    /** With the day in which a renewal is collected. */
    grantedAt(ms: number): Bought | null {
      const newest = running().at(-1);
      const isSettling = newest?.status === 'ACTIVE' && newest.failed === 0;
      return boughtAt(ms) ?? (isSettling ? boughtAt(ms - DAY_MS) : null);
    },

    quote(nowMs: number, planId: PlanId, cycle: BillingCycle, seats: number): Quote {
      const total = priceOf(planId, cycle) * seats;
      const held = boughtAt(nowMs);
      if (!held) return { todayUsd: total, startsMs: null, base: null };
      const { agreement, untilMs } = held;
      const heldTotal = priceOf(agreement.planId, agreement.cycle) * agreement.seats;
      const left = Math.min(1, (untilMs - nowMs) / (untilMs - addCycle(untilMs, agreement.cycle, -1)));
      const isLonger = cycle === 'yearly' && agreement.cycle === 'monthly';
      const difference = isLonger
        ? total - heldTotal * left
        : cycle === agreement.cycle
          ? (total - heldTotal) * left
          : 0;
      const todayUsd = Math.max(0, Math.round(difference * 100) / 100);
      const startsMs =
        isLonger && todayUsd > 0 ? Math.floor(addCycle(nowMs, 'yearly') / 1000) * 1000 : untilMs;
      return { todayUsd, startsMs, base: todayUsd > 0 ? held.sale : null };
    },
  };
}
