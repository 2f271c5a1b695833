import type { CardCheckout } from '../../selling/checkout/checkout.ts'
import type { Monitors } from '../../capabilities/monitors/monitors.ts'
import type { Task } from './task.ts'

const WORK_MS = 2_000
const LOOK_OUT_MS = 60_000
const MONITORS_MS = 15_000

interface CheckoutWork {
  readonly cards: Pick<CardCheckout, 'work' | 'lookOut'>
  readonly monitors: Pick<Monitors, 'work'>
}

/** Delivers paid card orders, even if no event has reported the payment. */
export const checkoutTasks = ({ cards, monitors }: CheckoutWork): readonly Task[] => [
  { name: 'work-card-orders', everyMs: WORK_MS, run: (signal) => cards.work(signal) },
  { name: 'look-out-for-cards', everyMs: LOOK_OUT_MS, run: (signal) => cards.lookOut(signal) },
  { name: 'look-at-monitors', everyMs: MONITORS_MS, run: (signal) => monitors.work(signal) },
]
