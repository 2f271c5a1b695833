import type { Mint } from '../../../../engines/onchain/solana-mint.ts'

export interface Danger {
  readonly code: string
  readonly severity: 'high' | 'medium' | 'low'
  readonly evidence: string
  readonly says: string
}

type State = Readonly<Record<string, unknown>>

/** The account or program in the state of an extension; null if there is none. */
const addressIn = (state: State, field: string): string | null => {
  const value = state[field]
  return typeof value === 'string' && value !== '' ? value : null
}

const danger = (
  code: string,
  severity: Danger['severity'],
  evidence: string | null,
  says: string,
): readonly Danger[] => (evidence === null ? [] : [{ code, severity, evidence, says }])

/** Extensions that let somebody act against holders; all others are harmless or for display. */
const EXTENSIONS: Readonly<Record<string, (state: State) => readonly Danger[]>> = {
  permanentDelegate: (state) =>
    danger(
      'permanent-delegate',
      'high',
      addressIn(state, 'delegate'),
      'Somebody can move or burn the tokens of any holder.',
    ),
  defaultAccountState: (state) =>
    danger(
      'frozen-by-default',
      'high',
      state['accountState'] === 'frozen' ? 'frozen' : null,
      'New accounts are frozen until somebody thaws them: you may not be able to sell what you buy.',
    ),
  nonTransferable: () =>
    danger('not-transferable', 'high', 'nonTransferable', 'It cannot be transferred.'),
  pausableConfig: (state) =>
    state['paused'] === true
      ? danger('paused', 'high', 'paused', 'All transfers are paused.')
      : danger(
          'pausable',
          'medium',
          addressIn(state, 'authority'),
          'Somebody can pause all transfers.',
        ),
  transferFeeConfig: transferFee,
  transferHook: (state) =>
    danger(
      'transfer-hook',
      'medium',
      addressIn(state, 'programId'),
      'Every transfer runs a program of its maker, which can refuse the transfer.',
    ).concat(
      addressIn(state, 'programId') === null
        ? danger(
            'transfer-hook-authority',
            'low',
            addressIn(state, 'authority'),
            'Somebody can add a program that can refuse transfers.',
          )
        : [],
    ),
  mintCloseAuthority: (state) =>
    danger(
      'close-authority',
      'low',
      addressIn(state, 'closeAuthority'),
      'Somebody can close the mint once its supply is zero, and open another at its address.',
    ),
  confidentialTransferMint: () =>
    danger(
      'confidential',
      'low',
      'confidentialTransferMint',
      'Amounts of transfers can be hidden.',
    ),
  scaledUiAmountConfig: (state) =>
    danger(
      'scaled-amounts',
      'low',
      addressIn(state, 'authority'),
      'Somebody can change the number that wallets show for the same tokens.',
    ),
}

const HIGH_FEE_BPS = 1_000

function transferFee(state: State): readonly Danger[] {
  const { transferFeeBasisPoints: bps = 0 } = (state['newerTransferFee'] ?? {}) as {
    readonly transferFeeBasisPoints?: number
  }
  const authority = addressIn(state, 'transferFeeConfigAuthority')
  return [
    ...(bps > 0
      ? danger(
          'transfer-fee',
          bps >= HIGH_FEE_BPS ? 'high' : 'medium',
          `${bps / 100} %`,
          `Every transfer costs ${bps / 100} % of its amount.`,
        )
      : []),
    ...danger(
      'fee-changeable',
      'medium',
      authority,
      'Somebody can raise the fee of transfers, up to 100 %.',
    ),
  ]
}

/** Powers that the mint itself gives. */
export function dangersOf({ mintAuthority, freezeAuthority, extensions }: Mint): readonly Danger[] {
  return [
    ...danger(
      'freeze-authority',
      'medium',
      freezeAuthority,
      'Somebody can freeze the account of any holder.',
    ),
    ...danger(
      'mint-authority',
      'medium',
      mintAuthority,
      'Somebody can make more of it at any time.',
    ),
    ...extensions.flatMap(({ extension, state }) => EXTENSIONS[extension]?.(state ?? {}) ?? []),
  ]
}
