/**
 * Script that defines, inside the interpreter, the object `k8s` of JavaScript templates (health-checks §3.1). It needs the helpers of
 * GUEST_HELPERS and is ES5 like the scripts that use it. Objects are given as `{Object: …}` in lists, and bare to the others.
 */
export const GUEST_KUBERNETES = `
var k8s = (function () {
  var HIDDEN = { severity: 1, job: 1, alertname: 1, alertstate: 1, __name__: 1, value: 1, namespace: 1 };
  var SUBJECTS = [
    ['KubeDeployment', 'deployment'], ['KubePod', 'pod'], ['ExcessivePod', 'pod'], ['KubeDaemonSet', 'daemonset'],
    ['CertManagerInvalidCertificate', 'name'], ['KubeStatefulSet', 'statefulset'], ['KubeNode', 'node'], ['Node', 'node']
  ];
  var CERTIFICATE_NOISE = ['condition', 'container', 'endpoint', 'instance', 'service', 'pod'];
  var NODE_IDS = { bootID: 1, machineID: 1, systemUUID: 1, architecture: 1, operatingSystem: 1, osImage: 1 };

  function millicores(value) {
    var text = String(value);
    if (text.charAt(text.length - 1) === 'n') return Number(text.slice(0, -1)) / 1e6;
    if (text.charAt(text.length - 1) === 'u') return Number(text.slice(0, -1)) / 1e3;
    return text.charAt(text.length - 1) === 'm' ? Number(text.slice(0, -1)) : Number(text) * 1000;
  }
  function conditionsOf(object) {
    return (object.status && object.status.conditions) || [];
  }
  function usage(name, cpu, memory) {
    return { name: name, properties: [{ name: 'cpu', value: cpu }, { name: 'memory', value: memory }] };
  }
  function addressOf(node, type) {
    var found = (node.status.addresses || []).filter(function (entry) { return entry.type === type; })[0];
    return found && found.address;
  }
  function withHealth(component, object) {
    component.status = k8s.conditions.isReady(object) ? 'healthy' : 'unhealthy';
    if (component.status === 'unhealthy') component.status_reason = k8s.conditions.getMessage(object);
    return component;
  }
  function eachObject(results, read) {
    return Object.keys(results || []).map(function (key) { return read(results[key].Object || results[key]); });
  }

  return {
    conditions: {
      getMessage: function (object) {
        if (object.healthStatus) return String(object.healthStatus.message || '').trim();
        return conditionsOf(object).map(function (entry) { return entry.message; }).filter(Boolean).join(', ');
      },
      getError: function (object) {
        if (!object.status) return 'No status found';
        if (!object.status.conditions) return 'no conditions found';
        return conditionsOf(object)
          .filter(function (entry) { return entry.status === 'False'; })
          .sort(function (a, b) { return String(a.lastTransitionTime) > String(b.lastTransitionTime) ? 1 : -1; })
          .map(function (entry) {
            return entry.lastTransitionTime + ': ' + entry.type + ' is ' + entry.reason + (entry.message ? ' with ' + entry.message : '');
          })
          .join(', ');
      },
      isReady: function (object) {
        if (object.healthStatus) {
          return object.healthStatus.health === 'healthy' || String(object.healthStatus.status).toLowerCase() === 'healthy';
        }
        return conditionsOf(object).some(function (entry) { return entry.type === 'Ready' && entry.status === 'True'; });
      }
    },
    getAlertName: function (labels) {
      for (var i = 0; i < SUBJECTS.length; i++) {
        if (startsWith(labels.alertname, SUBJECTS[i][0])) return labels.alertname + '/' + labels[SUBJECTS[i][1]];
      }
      return labels.alertname;
    },
    getAlertLabels: function (labels) {
      var found = {};
      Object.keys(labels).forEach(function (key) {
        if (key === 'exported_namespace' || key === 'exported_instance' || key === 'instance') return;
        found[key.replace('label_', '').replace('apps_kubernetes_io_', 'apps/kubernetes.io/')] = labels[key];
      });
      found.namespace = labels.namespace || labels.exported_namespace;
      if (labels.exported_instance !== undefined) found.instance = labels.exported_instance;
      if (found.alertname === 'CertManagerInvalidCertificate') CERTIFICATE_NOISE.forEach(function (key) { delete found[key]; });
      return found;
    },
    getAlerts: function (results) {
      return JSON.stringify((results || []).map(function (entry) {
        var labels = k8s.getAlertLabels(entry);
        var shown = {};
        Object.keys(labels).forEach(function (key) { if (!HIDDEN[key] && labels[key] !== undefined) shown[key] = String(labels[key]); });
        var message = Object.keys(shown).map(function (key) { return key + '=' + shown[key]; }).join(' ');
        return { pass: labels.severity === 'none', namespace: labels.namespace, labels: shown, message: message, name: k8s.getAlertName(labels) };
      }));
    },
    getNodeMetrics: function (results) {
      return eachObject(results, function (node) {
        return usage(node.metadata.name, millicores(node.usage.cpu), fromSI(node.usage.memory));
      });
    },
    getPodMetrics: function (results) {
      return eachObject(results, function (pod) {
        var cpu = 0;
        var memory = 0;
        (pod.containers || []).forEach(function (container) {
          cpu += millicores(container.usage.cpu);
          memory += fromSI(container.usage.memory);
        });
        return usage(pod.metadata.name, cpu, memory);
      });
    },
    filterLabels: function (labels) {
      var kept = {};
      Object.keys(labels || {}).forEach(function (key) { if (!endsWith(key, '-hash')) kept[key] = labels[key]; });
      return kept;
    },
    getPodTopology: function (results) {
      return eachObject(results, function (pod) {
        var first = pod.spec.containers[0];
        var limits = (first.resources && first.resources.limits) || {};
        var addresses = pod.status.podIPs || pod.status.IPs || [];
        var labels = k8s.filterLabels(pod.metadata.labels);
        labels.namespace = pod.metadata.namespace;
        return withHealth({
          name: pod.metadata.name,
          namespace: pod.metadata.namespace,
          type: 'KubernetesPod',
          labels: labels,
          logs: [{ name: 'Kubernetes', type: 'KubernetesPod' }],
          external_id: pod.metadata.namespace + '/' + pod.metadata.name,
          configs: [{ name: pod.metadata.name, type: 'Kubernetes::Pod' }],
          properties: [
            { name: 'version', text: String(first.image).split(':')[1], headline: true },
            { name: 'cpu', headline: true, unit: 'millicores', max: limits.cpu ? millicores(limits.cpu) : null },
            { name: 'memory', headline: true, unit: 'bytes', max: limits.memory ? fromSI(limits.memory) : null },
            { name: 'node', text: pod.spec.nodeName },
            { name: 'created', text: pod.metadata.creationTimestamp },
            { name: 'ip', text: addresses.length > 0 ? addresses[0].ip : pod.status.podIP || '' }
          ]
        }, pod);
      });
    },
    getNodeTopology: function (results) {
      return eachObject(results, function (node) {
        var labels = node.metadata.labels || {};
        var allocatable = node.status.allocatable || {};
        var info = node.status.nodeInfo || {};
        var properties = [
          { name: 'cpu', min: 0, unit: 'millicores', headline: true, max: millicores(allocatable.cpu) },
          { name: 'memory', unit: 'bytes', headline: true, max: fromSI(allocatable.memory) },
          { name: 'ephemeral-storage', unit: 'bytes', max: fromSI(allocatable['ephemeral-storage']) },
          { name: 'instance-type', text: labels['node.kubernetes.io/instance-type'] || labels['beta.kubernetes.io/instance-type'] },
          { name: 'zone', text: labels['topology.kubernetes.io/zone'] },
          { name: 'ami', text: labels['eks.amazonaws.com/nodegroup-image'] }
        ];
        [['ip', 'InternalIP'], ['externalIp', 'ExternalIP']].forEach(function (pair) {
          var address = addressOf(node, pair[1]);
          if (address) properties.push({ name: pair[0], text: address });
        });
        properties.push({ name: 'os', text: info.osImage + '(' + info.architecture + ')' });
        Object.keys(info).forEach(function (key) {
          if (!NODE_IDS[key]) properties.push({ name: key.replace('Version', ''), text: info[key] });
        });
        return withHealth({
          name: node.metadata.name,
          type: 'KubernetesNode',
          external_id: node.metadata.name,
          labels: k8s.filterLabels(labels),
          selectors: [{ name: '', labelSelector: '', fieldSelector: 'node=' + node.metadata.name }],
          logs: [{ name: 'Kubernetes', type: 'KubernetesNode' }],
          configs: [{ name: node.metadata.name, type: 'Kubernetes::Node' }],
          properties: properties
        }, node);
      });
    }
  };
})();
`;
