export default function Home() {
  return <p>Sightglass</p>;
}
