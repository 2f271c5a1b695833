import { flag, FLAG_OFF } from '../../base/lib/fields.ts'
import type { Setting } from '../../base/core/setting.ts'

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
  schema: flag,
  need,
  off: FLAG_OFF,
})
