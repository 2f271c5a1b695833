/** The chain id of Tempo. */
export const TEMPO_CHAIN = 4217
/** Its CAIP-2 id. */
export const TEMPO = `eip155:${TEMPO_CHAIN}`

/** A USD stablecoin of the Tempo chain; all have six decimals. */
export interface TempoToken {
  readonly name: string
  readonly address: string
}

export const USDC_E = { name: 'USDC.e', address: '0x20C000000000000000000000b9537d11c60E8b50' }
export const PATH_USD = { name: 'pathUSD', address: '0x20c0000000000000000000000000000000000000' }
export const TEMPO_DECIMALS = 6
