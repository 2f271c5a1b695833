import type { CallReply } from '../core/call.ts'
import type { Account, Till } from '../payments/till.ts'

/** What is told of the account beside an answer may not cost the answer. */
export async function withAccount(
  till: Pick<Till, 'account'>,
  reply: CallReply,
  account: Account | null,
): Promise<CallReply> {
  if (!account) return reply
  const headers = await till.account(account).catch(() => [])
  return { ...reply, headers: [...reply.headers, ...headers] }
}
