/**
 * Explanations of facilitators' reasons for payers, by prefix of the code; the longest prefix wins.
 */
const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: 'The payer holds less of the token than the price. Nothing moved.',
  invalid_exact_evm_insufficient_balance:
    'The payer holds less of the token than the price. Nothing moved.',
  permit2_insufficient_balance: 'The payer holds less of the token than the price. Nothing moved.',
  invalid_exact_evm_nonce_already_used:
    'The authorization was used or cancelled before. If the answer was not delivered, look for its transfer on chain before you sign another.',
  duplicate_settlement: 'The same payment was settled before, or is being settled now.',
  invalid_exact_evm_payload_authorization_valid_before:
    'The authorization has expired, or expires before it could be settled. Sign a new one.',
  invalid_exact_evm_payload_authorization_valid_after:
    'The authorization is not valid yet: the clock of the signer may be ahead.',
  invalid_exact_evm_payload_authorization_value:
    'The authorization is of another amount than the offer asks.',
  invalid_exact_evm_authorization_value:
    'The authorization is of another amount than the offer asks.',
  invalid_exact_evm_recipient_mismatch:
    'The authorization pays somebody else than the offer names.',
  invalid_exact_evm_payload_recipient_mismatch:
    'The authorization pays somebody else than the offer names.',
  invalid_exact_evm_signature:
    'The signature is not of the payer over these values. Most often the name or version of the token in the EIP-712 domain, or the chain id, is wrong.',
  invalid_exact_evm_payload_signature:
    'The signature is not of the payer over these values. Most often the name or version of the token in the EIP-712 domain, or the chain id, is wrong.',
  invalid_exact_evm_token_name_mismatch:
    'The offer names the token otherwise than the chain does. The seller must mend it.',
  invalid_exact_evm_token_version_mismatch:
    'The offer has another version of the token than the chain. The seller must mend it.',
  invalid_exact_evm_missing_eip712_domain:
    'The offer lacks name and version of the token. The seller must mend it.',
  invalid_exact_evm_eip3009_not_supported:
    'The token has no transferWithAuthorization. The seller must offer another token or Permit2.',
  invalid_exact_evm_network_mismatch: 'The payment is for another network than the offer.',
  invalid_exact_evm_transaction_simulation_failed:
    'The transfer fails when it is tried: too little money, a used nonce, or a token that refuses.',
  invalid_exact_evm_transaction_failed: 'The transfer was sent and reverted. Nothing moved.',
  invalid_exact_evm_transfer_event_mismatch:
    'The transaction succeeded without the transfer that was asked for.',
  permit2_allowance_required:
    'The payer must first allow Permit2 to spend the token, by one transaction.',
  permit2_deadline_expired: 'The permit has expired. Sign a new one.',
  settlement_pending:
    'The transfer was sent and is not confirmed. It may still land: do not pay again before you have looked.',
  invalid_network: 'The facilitator does not settle on that network.',
  invalid_scheme: 'The facilitator does not know that scheme.',
  unsupported_scheme: 'The facilitator does not know that scheme.',
  invalid_x402_version: 'The facilitator speaks another version of x402.',
  invalid_payload: 'The payment lacks fields or has some of another form.',
  invalid_payment_requirements: 'The offer itself is faulty. The seller must mend it.',
  extension_echo_mismatch: 'The payment changed an extension that it must repeat as it stood.',
  unexpected_verify_error: 'The facilitator failed in itself. Try again later.',
  unexpected_settle_error:
    'The facilitator failed while it settled. The money may have moved: look before you pay again.',
  invalid_exact_svm: 'The Solana transaction is not of the form that the scheme asks for.',
  invalid_exact_stellar: 'The Stellar transaction is not of the form that the scheme asks for.',
}

/** The explanation of a facilitator's reason; null if it is unknown. */
export function meaningOf(reason: string): string | null {
  const best = Object.keys(REASONS)
    .filter((known) => reason.startsWith(known))
    .toSorted((a, b) => b.length - a.length)[0]
  return best === undefined ? null : (REASONS[best] ?? null)
}
