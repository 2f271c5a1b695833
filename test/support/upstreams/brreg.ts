import { standIn } from './define.ts'

/** data.brreg.no/enhetsregisteret/api/dokumentasjon: `GET /enheter`, HAL. */
const EQUINOR = {
  organisasjonsnummer: '923609016',
  navn: 'EQUINOR ASA',
  organisasjonsform: { kode: 'ASA', beskrivelse: 'Allmennaksjeselskap' },
  registreringsdatoEnhetsregisteret: '1995-03-12',
  registrertIMvaregisteret: true,
  naeringskode1: { kode: '06.100', beskrivelse: 'Utvinning av råolje' },
  antallAnsatte: 21408,
  harRegistrertAntallAnsatte: true,
  forretningsadresse: {
    land: 'Norge',
    landkode: 'NO',
    postnummer: '4035',
    poststed: 'STAVANGER',
    adresse: ['Forusbeen 50'],
    kommune: 'STAVANGER',
  },
  konkurs: false,
  underAvvikling: false,
  underTvangsavviklingEllerTvangsopplosning: false,
}

const BANKRUPT = {
  organisasjonsnummer: '999999999',
  navn: 'EQUINOR KAFE AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  registreringsdatoEnhetsregisteret: '2020-02-01',
  harRegistrertAntallAnsatte: true,
  konkurs: true,
  underAvvikling: false,
  underTvangsavviklingEllerTvangsopplosning: false,
}

export default standIn({
  at: 'UPSTREAM_BRREG_URL',
  answer({ path, query }) {
    if (path !== '/enhetsregisteret/api/enheter') return undefined
    const enheter = query.get('navn') === 'Equinor' ? [EQUINOR, BANKRUPT] : []
    const page = { size: 5, totalElements: enheter.length, totalPages: 1, number: 0 }
    return { ...(enheter.length > 0 && { _embedded: { enheter } }), _links: {}, page }
  },
})
