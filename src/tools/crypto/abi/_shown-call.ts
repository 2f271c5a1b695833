import { z } from 'zod'
import type { NestedCall } from '../../../lib/calldata/decode.ts'

/** A call inside another one, flat: `at` says where it stands. */
export const NestedShape = z.object({
  at: z.string().describe('Such as data[0], or data[0] > calls[1].callData.'),
  to: z.string().nullable().describe('The contract that is called, where the arguments tell it.'),
  selector: z.string(),
  function: z.string().nullable(),
  signatureFrom: z.enum(['abi', 'known', 'lookup']).nullable(),
  args: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
})

export function nestedShown(
  nested: readonly NestedCall[],
  within = '',
): z.output<typeof NestedShape>[] {
  return nested.flatMap(({ at, to, call }) => {
    const place = within === '' ? at : `${within} > ${at}`
    const { selector, signature, from, args } = call
    const own = {
      at: place,
      to,
      selector,
      function: signature,
      signatureFrom: from,
      args: [...args],
    }
    return [own, ...nestedShown(call.nested, place)]
  })
}
