import { z } from 'zod'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,199}$/

/** The name of an XBRL tag, spelled as in its taxonomy. */
export const tagField = () =>
  z.string().trim().regex(NAME, { error: 'must be an XBRL tag such as NetIncomeLoss' })

export const taxonomyField = () =>
  z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'must be a taxonomy such as us-gaap or ifrs-full' })
    .default('us-gaap')
    .describe('Taxonomy: us-gaap, ifrs-full, dei or srt.')

/** A unit as filings write it: USD, shares, USD/shares, pure. */
export const unitField = () =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9/-]{0,49}$/, { error: 'must be a unit such as USD or USD/shares' })
    .default('USD')
    .describe('Unit, such as USD, EUR, shares, USD/shares, pure.')
