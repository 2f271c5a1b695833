import { z } from 'zod'
import { SECOND_MS } from '../../base/core/milliseconds.ts'

export const SOL_DECIMALS = 9
export const BTC_DECIMALS = 8

export const isoOf = (seconds: number | null | undefined): string | null =>
  seconds == null ? null : new Date(seconds * SECOND_MS).toISOString()

/** Addresses of Solana are 32 bytes in base58. */
export const solanaAddress = () =>
  z
    .string()
    .trim()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { error: 'must be a Solana address in base58' })
