import { z } from 'zod'
import type { Setting } from '../core/setting.ts'

/**
 * A setting by which the operator states that the owner of data agreed to its sale, which its terms
 * forbid.
 */
export const agreedSetting = (
  name: `${string}_AGREED`,
  owner: string,
  need: 'required' | 'one-of',
): Setting => ({
  name,
  description: `Set to \`true\` if ${owner} has agreed in writing that the operator sells its data.`,
  schema: z.literal('true', { error: 'must be true, or not set' }),
  need,
})
