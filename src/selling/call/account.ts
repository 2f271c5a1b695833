import type { CallReply, HeaderPair } from '../../base/core/call.ts'
import type { Account, Till } from '../payments/till.ts'

/** The state of the account is an extra: if it cannot be read, the answer is sent without it. */
export async function withAccount(
  till: Pick<Till, 'account'>,
  reply: CallReply,
  account: Account | null,
  known: readonly HeaderPair[] | null = null,
): Promise<CallReply> {
  if (!account) return reply
  const headers = known ?? (await till.account(account).catch(() => []))
  return { ...reply, headers: [...reply.headers, ...headers] }
}
