interface Props {
  readonly title: string;
  readonly intro: string;
}

/** What a place is called and what it is for. */
export function PlaceHead({ title, intro }: Props) {
  return (
    <div>
      <h1>{title}</h1>
      <p className="soft">{intro}</p>
    </div>
  );
}
