import { describe, expect, it } from 'vitest';
import { loadStemmers } from '../../../../src/search/languages/stemmers.ts';

const fold = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ı/g, 'i');

/** Written by hand, after the rules and not to fit them. */
const FAMILIES = {
  cs: `
    ventilovat ventiluje ventilovali ventilován ventilujeme
    kniha knihy knize knihu knihou knihách knihami
    soubor souboru soubory souborem souborů souborech
    nastavení nastavením nastaveních
    adresář adresáře adresářem adresářů adresářích
    velký velkého velkému velkém velkým velká velkou velkých
    vlastnost vlastnosti vlastností vlastnostem vlastnostmi
    program programy programem programu programech
    ruka ruce ruku rukou rukám
    stránka stránky stránku stránkou stránkách`,
  tr: `
    kitap kitabı kitaplar kitapları kitaplarımız kitaptan kitabın
    ev evler evlerimiz evlerimizden evde eve evin
    dosya dosyalar dosyaları dosyadan dosyanın dosyalardaki
    ayar ayarlar ayarları ayarlarından ayarlarda
    sunucu sunucular sunucunun sunucuda sunuculardan
    klasör klasörler klasörün klasörden klasörlerde
    kullanıcı kullanıcılar kullanıcının kullanıcılardan
    renk rengi renkler renklerin renkten`,
};

describe.each(['cs', 'tr'] as const)('forms of words in %s', (language) => {
  const families = FAMILIES[language]
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
  it('have one stem, three of four at least', async () => {
    const [stemmer] = await loadStemmers([language]);
    const stem = (word: string) => stemmer?.stem(fold(word));
    const all = families.flatMap(([first = '', ...forms]) => forms.map((form) => stem(form) === stem(first)));
    expect(all.filter(Boolean).length / all.length).toBeGreaterThan(0.75);
  });
  it('of different words have different ones', async () => {
    const [stemmer] = await loadStemmers([language]);
    const stems = families.map(([first = '']) => stemmer?.stem(fold(first)));
    expect(new Set(stems).size).toBe(stems.length);
  });
});
