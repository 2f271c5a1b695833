/**
 * Names of the Unicode CLDR that Intl does not give, by language: quarters, and weekdays in two
 * letters, from Monday on.
 */
export const CLDR_NAMES: Readonly<
  Partial<Record<string, Readonly<Record<'quarters' | 'longQuarters' | 'weekdays', string>>>>
> = {
  en: {
    quarters: 'Q1|Q2|Q3|Q4',
    longQuarters: '1st quarter|2nd quarter|3rd quarter|4th quarter',
    weekdays: 'Mo|Tu|We|Th|Fr|Sa|Su',
  },
  de: {
    quarters: 'Q1|Q2|Q3|Q4',
    longQuarters: '1. Quartal|2. Quartal|3. Quartal|4. Quartal',
    weekdays: 'Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.',
  },
  fr: {
    quarters: 'T1|T2|T3|T4',
    longQuarters: '1er trimestre|2e trimestre|3e trimestre|4e trimestre',
    weekdays: 'lu|ma|me|je|ve|sa|di',
  },
  es: {
    quarters: 'T1|T2|T3|T4',
    longQuarters: '1.er trimestre|2.º trimestre|3.er trimestre|4.º trimestre',
    weekdays: 'LU|MA|MI|JU|VI|SA|DO',
  },
  it: {
    quarters: 'T1|T2|T3|T4',
    longQuarters: '1º trimestre|2º trimestre|3º trimestre|4º trimestre',
    weekdays: 'lun|mar|mer|gio|ven|sab|dom',
  },
  pt: {
    quarters: 'T1|T2|T3|T4',
    longQuarters: '1º trimestre|2º trimestre|3º trimestre|4º trimestre',
    weekdays: 'seg.|ter.|qua.|qui.|sex.|sáb.|dom.',
  },
  nl: {
    quarters: 'K1|K2|K3|K4',
    longQuarters: '1e kwartaal|2e kwartaal|3e kwartaal|4e kwartaal',
    weekdays: 'ma|di|wo|do|vr|za|zo',
  },
  sv: {
    quarters: 'K1|K2|K3|K4',
    longQuarters: '1:a kvartalet|2:a kvartalet|3:e kvartalet|4:e kvartalet',
    weekdays: 'må|ti|on|to|fr|lö|sö',
  },
  da: {
    quarters: '1. kvt.|2. kvt.|3. kvt.|4. kvt.',
    longQuarters: '1. kvartal|2. kvartal|3. kvartal|4. kvartal',
    weekdays: 'ma|ti|on|to|fr|lø|sø',
  },
  nb: {
    quarters: 'K1|K2|K3|K4',
    longQuarters: '1. kvartal|2. kvartal|3. kvartal|4. kvartal',
    weekdays: 'ma.|ti.|on.|to.|fr.|lø.|sø.',
  },
  fi: {
    quarters: '1. nelj.|2. nelj.|3. nelj.|4. nelj.',
    longQuarters: '1. neljännes|2. neljännes|3. neljännes|4. neljännes',
    weekdays: 'ma|ti|ke|to|pe|la|su',
  },
  pl: {
    quarters: 'I kw.|II kw.|III kw.|IV kw.',
    longQuarters: 'I kwartał|II kwartał|III kwartał|IV kwartał',
    weekdays: 'pon|wto|śro|czw|pią|sob|nie',
  },
  cs: {
    quarters: 'Q1|Q2|Q3|Q4',
    longQuarters: '1. čtvrtletí|2. čtvrtletí|3. čtvrtletí|4. čtvrtletí',
    weekdays: 'po|út|st|čt|pá|so|ne',
  },
  hu: {
    quarters: 'I. n.év|II. n.év|III. n.év|IV. n.év',
    longQuarters: 'I. negyedév|II. negyedév|III. negyedév|IV. negyedév',
    weekdays: 'H|K|Sze|Cs|P|Szo|V',
  },
  ru: {
    quarters: '1-й кв.|2-й кв.|3-й кв.|4-й кв.',
    longQuarters: '1-й квартал|2-й квартал|3-й квартал|4-й квартал',
    weekdays: 'пн|вт|ср|чт|пт|сб|вс',
  },
  uk: {
    quarters: '1-й кв.|2-й кв.|3-й кв.|4-й кв.',
    longQuarters: '1-й квартал|2-й квартал|3-й квартал|4-й квартал',
    weekdays: 'пн|вт|ср|чт|пт|сб|нд',
  },
  ja: {
    quarters: 'Q1|Q2|Q3|Q4',
    longQuarters: '第1四半期|第2四半期|第3四半期|第4四半期',
    weekdays: '月|火|水|木|金|土|日',
  },
  zh: {
    quarters: '1季度|2季度|3季度|4季度',
    longQuarters: '第一季度|第二季度|第三季度|第四季度',
    weekdays: '周一|周二|周三|周四|周五|周六|周日',
  },
  ko: {
    quarters: '1분기|2분기|3분기|4분기',
    longQuarters: '제 1/4분기|제 2/4분기|제 3/4분기|제 4/4분기',
    weekdays: '월|화|수|목|금|토|일',
  },
  tr: {
    quarters: 'Ç1|Ç2|Ç3|Ç4',
    longQuarters: '1. çeyrek|2. çeyrek|3. çeyrek|4. çeyrek',
    weekdays: 'Pt|Sa|Ça|Pe|Cu|Ct|Pa',
  },
}
