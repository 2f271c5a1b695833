import { createCallLimits } from '../../src/selling/call/call-limits.ts'

const MANY = Number.MAX_SAFE_INTEGER

/** Limits that nobody reaches. */
export const createUnlimited = () => createCallLimits({ quotes: MANY, refusals: MANY, vain: MANY })
