import { z } from 'zod'
import { isTheirs, nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { addressIn } from '../../../../engines/onchain/chains/contract.ts'
import { NATIVE_DECIMALS } from '../../../../engines/onchain/chains/evm-networks.ts'
import { checksummed } from '../../../../engines/onchain/account-address.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { readContract, wholeOf } from '../../../../engines/onchain/evm-reads.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { safe, type WaitingTransaction } from '../../../../capabilities/upstreams/safe.ts'

/** The storage slot in which a Safe keeps its guard: keccak256("guard_manager.guard.address"). */
const GUARD_SLOT = '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8'
/** The beginning of the list of modules. */
const SENTINEL = '0x0000000000000000000000000000000000000001'
const MODULES_MAX = 50
const METHOD_MAX = 100

const Waiting = z.object({
  safeTxHash: z.string(),
  nonce: z.string(),
  to: z.string(),
  valueNative: z.string(),
  method: z.string().nullable().describe('Method that the Safe service decodes; null if none.'),
  delegateCall: z
    .boolean()
    .describe('It runs code of another contract as the Safe, which can take everything.'),
  confirmations: z.int(),
  confirmedBy: z.array(z.string()),
  proposer: z.string().nullable(),
  submittedIso: z.string().nullable(),
})

export default defineTool({
  route: 'GET /api/safe-info',
  name: 'Safe info',
  description:
    'Owners, threshold, modules, guard and waiting transactions of a Safe multisig wallet, read on chain.',
  asks: [
    'owners and threshold of a Safe multisig',
    'waiting transactions and modules of my Safe',
    'who are the owners of a multisig',
    'pending Safe transactions',
  ],
  price: '$0.002',
  uses: { evm, safe },
  input: z.object({
    address: evmAddress().describe('The Safe.'),
    network: evmNetwork().describe('EVM network by name or chain id.'),
    pending: z
      .boolean()
      .default(true)
      .describe('Whether to ask the Safe service for transactions that wait for signatures.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    isSafe: z
      .boolean()
      .describe('Whether it answers as a Safe does; another contract could do so too.'),
    version: z.string().nullable(),
    implementation: z.string().nullable().describe('The singleton contract that it delegates to.'),
    threshold: z.int().nullable().describe('Number of owners that must sign.'),
    owners: z.array(z.string()),
    nonce: z.string().nullable().describe('Nonce of its next transaction.'),
    modules: z
      .array(z.string())
      .nullable()
      .describe('Contracts that may act without signatures, at most 50; null if unknown.'),
    guard: z.string().nullable().describe('A contract that may refuse transactions.'),
    pendingTxs: z
      .array(Waiting)
      .nullable()
      .describe(
        'Waiting transactions; null if they were not asked for, or the Safe service does not know it.',
      ),
    pendingProblem: z.string().nullable(),
    blockNumber: z.int(),
  }),
  examples: [
    {
      input: { address: '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE' },
      at: '2026-01-01T00:10:00Z',
    },
    {
      input: { address: '0x1111111111111111111111111111111111111111', pending: false },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, pending }, { evm, safe }) {
    const chain = evm.on(network.slug)
    const [state, waiting] = await Promise.all([
      chain.at(),
      pending ? waitingOf(safe.waiting(network.chainId, address)) : null,
    ])
    const ask = (signature: `function ${string}`, args: readonly unknown[] = []) =>
      readContract(state, address, signature, args)
    const [owners, threshold, nonce, version, paged, guard, singleton] = await Promise.all([
      ask('function getOwners() view returns (address[])'),
      ask('function getThreshold() view returns (uint256)'),
      ask('function nonce() view returns (uint256)'),
      ask('function VERSION() view returns (string)'),
      ask('function getModulesPaginated(address, uint256) view returns (address[], address)', [
        SENTINEL,
        MODULES_MAX,
      ]),
      state.storage(address, GUARD_SLOT),
      state.storage(address, '0x0'),
    ])
    const base = { address, network: network.slug, blockNumber: state.block.number }
    const [needed, next] = [wholeOf(threshold), wholeOf(nonce)]
    if (!Array.isArray(owners) || owners.length === 0 || needed === null || next === null)
      return { ...base, ...NO_SAFE }
    const told: unknown = Array.isArray(paged) ? paged[0] : null
    return {
      ...base,
      isSafe: true,
      version: typeof version === 'string' ? version.slice(0, METHOD_MAX) : null,
      implementation: addressIn(singleton),
      threshold: Number(needed),
      owners: (owners as readonly string[]).map(checksummed),
      nonce: String(next),
      modules: Array.isArray(told) ? (told as readonly string[]).map(checksummed) : null,
      guard: addressIn(guard),
      // Transactions with a lower nonce were replaced by others.
      pendingTxs: waiting?.rows?.filter((one) => BigInt(one.nonce) >= next) ?? null,
      pendingProblem: waiting?.problem ?? null,
    }
  },
})

const NO_SAFE = {
  isSafe: false,
  version: null,
  implementation: null,
  threshold: null,
  owners: [],
  nonce: null,
  modules: null,
  guard: null,
  pendingTxs: null,
  pendingProblem: null,
}

/** A failure of the Safe service must not fail what the chain answers. */
async function waitingOf(asked: Promise<readonly WaitingTransaction[] | null>) {
  try {
    const rows = await asked
    if (rows === null) return { rows: null, problem: 'The Safe service does not know this wallet.' }
    return { rows: rows.map(rowOf).toSorted(byNonce), problem: null }
  } catch (thrown) {
    nullIfTheirs(thrown)
    return { rows: null, problem: isTheirs(thrown) ? (thrown as Error).message : null }
  }
}

function rowOf(one: WaitingTransaction) {
  const confirmedBy = (one.confirmations ?? []).map(({ owner }) => checksummed(owner))
  return {
    safeTxHash: one.safeTxHash,
    nonce: one.nonce,
    to: checksummed(one.to),
    valueNative: unitsOf(one.value, NATIVE_DECIMALS),
    method: one.dataDecoded?.method?.slice(0, METHOD_MAX) ?? null,
    delegateCall: one.operation === 1,
    confirmations: confirmedBy.length,
    confirmedBy,
    proposer: one.proposer ? checksummed(one.proposer) : null,
    submittedIso: one.submissionDate ? new Date(one.submissionDate).toISOString() : null,
  }
}

const byNonce = (a: { nonce: string }, b: { nonce: string }): number =>
  Number(BigInt(a.nonce) - BigInt(b.nonce))
