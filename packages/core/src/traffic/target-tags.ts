/** Those by which scrapers and SDKs name the process whose series they read together. */
export const TARGET_TAGS = new Set([
  "instance",
  "job",
  "host",
  "pod",
  "host.name",
  "host_name",
  "service.name",
  "service_name",
  "service.instance.id",
  "service_instance_id",
  "k8s.pod.name",
  "k8s_pod_name",
  "container.id",
]);
