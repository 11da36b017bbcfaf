interface Props {
  readonly title: string;
  readonly intro: string;
}

/** Title and purpose of a screen. */
export function PlaceHead({ title, intro }: Props) {
  return (
    <div>
      <h1>{title}</h1>
      <p className="soft">{intro}</p>
    </div>
  );
}
