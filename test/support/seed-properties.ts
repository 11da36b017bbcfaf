import fc from 'fast-check';

/** The same examples in every run, so that a red test stays red; `QUIRE_SEED=<number>` looks elsewhere. */
fc.configureGlobal({ seed: Number(process.env.QUIRE_SEED ?? 20_261_115) });
