import { z } from 'zod'
import type { Setting } from '../core/setting.ts'

/** The operator's word that the owner of data, whose terms forbid to sell it, has agreed to that. */
export const agreedSetting = (
  name: `${string}_AGREED`,
  owner: string,
  need: 'required' | 'one-of',
): Setting => ({
  name,
  description: `Set to \`true\` where ${owner} has agreed in writing that the operator sells its data.`,
  schema: z.literal('true', { error: 'must be true, or not set' }),
  need,
})
