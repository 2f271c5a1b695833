import type { CallReply } from '../core/call.ts'
import type { Credential } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'

/** What is told of the account beside an answer may not cost the answer. */
export async function withAccount(
  till: Pick<Till, 'account'>,
  reply: CallReply,
  credential: Credential | null,
): Promise<CallReply> {
  if (!credential) return reply
  const account = await till.account(credential).catch(() => [])
  return { ...reply, headers: [...reply.headers, ...account] }
}
