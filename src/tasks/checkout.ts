import type { CardDoor } from '../checkout/checkout.ts'
import type { Task } from './task.ts'

const WORK_MS = 2_000
const LOOK_OUT_MS = 60_000

/** What cards have paid for is delivered, whoever has heard of the payment. */
export const checkoutTasks = (door: Pick<CardDoor, 'work' | 'lookOut'>): readonly Task[] => [
  { name: 'work-card-orders', everyMs: WORK_MS, run: (signal) => door.work(signal) },
  { name: 'look-out-for-cards', everyMs: LOOK_OUT_MS, run: (signal) => door.lookOut(signal) },
]
