import { z } from 'zod'

export const IDS_MAX = 1_000
const SEED_CHARACTERS_MAX = 100

export const countField = (max = IDS_MAX) =>
  z.int().min(1).max(max).default(1).describe(`How many, 1 to ${max}.`)

export const seedField = () =>
  z
    .string()
    .max(SEED_CHARACTERS_MAX)
    .optional()
    .describe('Any text of up to 100 characters; the same seed gives the same answer.')
