import { z } from 'zod'
import { KB } from '../../../base/lib/fields.ts'

/** Fields that all tools of the family share. */

export const VALUE_BYTES_MAX = 64 * KB
export const TTL_SECONDS_MAX = 10 * 365 * 24 * 3_600

/**
 * What every database engine can store unchanged: well-formed text without NUL, which ends strings.
 */
export const name = (lengthMax: number) =>
  z
    .string()
    .min(1)
    .max(lengthMax)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), {
      error: 'must be well-formed Unicode without NUL',
    })

type Members = Readonly<Record<string, unknown>>

/** Any object, unchanged: a schema of its members would drop one named `__proto__`. */
export const members = () =>
  z
    .custom<Members>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      {
        error: 'must be an object',
      },
    )
    .meta({ type: 'object' })

export const memoryKey = () => name(256).describe('Key, at most 256 characters.')

const ADDRESS = /^(0x[0-9a-fA-F]{40}|demo:[A-Za-z0-9._-]{1,64})$/

export const walletAddress = () =>
  z
    .string()
    .regex(ADDRESS, { error: 'must be a wallet address: 0x and 40 hex digits' })
    .toLowerCase()

/** A namespace of another wallet. */
export const ownerToWrite = () =>
  walletAddress()
    .optional()
    .describe('Namespace of another wallet, which has granted you readwrite. Default: your own.')

export const ownerToRead = () =>
  walletAddress()
    .optional()
    .describe('Namespace of another wallet, which has granted you read. Default: your own.')

export const ttlSeconds = () =>
  z.int().min(1).max(TTL_SECONDS_MAX).describe('Seconds until it expires: 1 second to 10 years.')

export const ownerTold = () => z.string().describe('The namespace: the wallet that owns it.')

export const updatedTold = () => z.int().describe('Last change, in milliseconds since the epoch.')

export const expiryTold = () =>
  z.int().nullable().describe('Expiry, in seconds since the epoch; null if it never expires.')

export const persistentTold = () =>
  z.boolean().describe('True: it was written to disk before this answer, so it survives a restart.')
