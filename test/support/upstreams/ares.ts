import { standIn } from './define.ts'

/** ares.gov.cz/swagger-ui: `POST /ekonomicke-subjekty/vyhledat`. */
const ASSECO = {
  icoId: '27074358',
  ico: '27074358',
  obchodniJmeno: 'Asseco Central Europe, a.s.',
  sidlo: {
    kodStatu: 'CZ',
    nazevObce: 'Praha',
    psc: 14000,
    textovaAdresa: 'Budějovická 778/3a, Michle, 14000 Praha 4',
  },
  pravniForma: '121',
  datumVzniku: '2003-08-06',
  dic: 'CZ27074358',
  czNace: ['620', '6201'],
}

export default standIn({
  at: 'UPSTREAM_ARES_URL',
  answer({ path, method, body }) {
    if (method !== 'POST' || !path.endsWith('/ekonomicke-subjekty/vyhledat')) return undefined
    const { obchodniJmeno } = JSON.parse(body) as { obchodniJmeno: string }
    if (obchodniJmeno === 'a') return Response.json({ kod: 'CHYBA_VSTUPU' }, { status: 400 })
    const found = { ...ASSECO, ico: '00000001', datumZaniku: '2011-01-31' }
    const ekonomickeSubjekty = obchodniJmeno === 'ASSECO' ? [ASSECO, found] : []
    return { pocetCelkem: ekonomickeSubjekty.length, ekonomickeSubjekty }
  },
})
